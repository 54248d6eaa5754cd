const DAY_MS = 86_400_000;

/** The time in so many days from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
