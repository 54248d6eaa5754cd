/** A text of any length. */
export const TEXT = { type: 'string' } as const;

export const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

export const FLAG = { type: 'boolean' } as const;

/** An id of whatever kind. */
export const ID = { type: 'string', minLength: 1, maxLength: 200 } as const;

export const ID_OR_NULL = { type: ['string', 'null'], minLength: 1, maxLength: 200 } as const;

/** Time with its zone, as `toISOString` writes it. */
const ISO_TIME = String.raw`^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`;

export const TIME = { type: 'string', pattern: ISO_TIME } as const;

export const TIME_OR_NULL = { type: ['string', 'null'], pattern: ISO_TIME } as const;

/** Channels of addresses, to which Platform sends for the CRM. */
export const ADDRESS_CHANNEL = { type: 'string', enum: ['email', 'sms'] } as const;
