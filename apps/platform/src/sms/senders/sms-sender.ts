export const SENDER_STATES = ['pending', 'confirmed'] as const;
export type SenderState = (typeof SENDER_STATES)[number];

/** Who confirmed a sender: the tenant, with a code that was texted to the number, or an operator. */
export type SenderConfirmation = 'code' | 'operator';
