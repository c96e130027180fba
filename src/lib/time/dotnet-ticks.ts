/** A .NET DateTime counts ticks of 100 nanoseconds from 0001-01-01 on. */
export const TICKS_PER_MS = 10_000n;

/** 0001-01-01 in Unix milliseconds. */
export const DOTNET_EPOCH_MS = -62_135_596_800_000;
