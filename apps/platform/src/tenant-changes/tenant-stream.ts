/** The stream with the changes of a tenant, and the channel that repeats them. */
export const streamOf = (tenantId: string): string => `platform:changes:{${tenantId}}`;
