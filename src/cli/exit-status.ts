/** Exit statuses besides 0 and 1, by which a pipeline distinguishes an outcome from a command that failed. */

/** A Mac misses the policy or the framework, or evidence differs. */
export const missedStatus = 2;

/** A part is missing, late or could not be judged. */
export const incompleteStatus = 3;
