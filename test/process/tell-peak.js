// Writes the most memory that the process has had, in KiB, as it ends.
process.on('exit', () => process.stdout.write(`peak ${process.resourceUsage().maxRSS}\n`));
