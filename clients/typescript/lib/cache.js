/** Answers in memory. The one that was not used for the longest time makes room. */
export function memoryCache(most = 500) {
    const answers = new Map();
    return {
        get(path) {
            const answer = answers.get(path);
            if (!answer)
                return undefined;
            // A map keeps the order of insertion: what was just used goes to the end.
            answers.delete(path);
            answers.set(path, answer);
            return answer;
        },
        set(path, answer) {
            answers.delete(path);
            answers.set(path, answer);
            for (const oldest of answers.keys()) {
                if (answers.size <= most)
                    break;
                answers.delete(oldest);
            }
        },
    };
}
