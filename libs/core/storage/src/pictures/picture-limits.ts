/** Pixels of one picture with all its frames: about what the cameras of phones give, and 200 MB when it is decoded. */
export const MAX_PIXELS = 50_000_000;

/** Pixels of a side. WebP and AVIF end a little above it. */
export const MAX_SIDE = 16_000;
