/** Loaded before the service: a process that gets SIGUSR2 never returns to its event loop. */
process.on('SIGUSR2', () => {
	for (;;);
});
