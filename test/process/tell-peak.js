// Prints the peak memory of the process in KiB when it ends.
process.on('exit', () => process.stdout.write(`peak ${process.resourceUsage().maxRSS}\n`));
