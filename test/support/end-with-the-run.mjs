// Loaded into every process of Vitest (`node --import`). Without it a worker goes on with its file after the run was killed,
// and with it the apps and servers that the file started.
process.on('disconnect', () => process.exit(1));
