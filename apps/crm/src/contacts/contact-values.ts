export const STAGES = ['new', 'contacted', 'qualified', 'customer', 'discarded'] as const;
export type Stage = (typeof STAGES)[number];

/** A lead came from a form and was not promoted; the others are contacts. */
export const LIFECYCLES = ['lead', 'contact'] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const DEVICES = ['desktop', 'mobile', 'tablet', 'bot', 'unknown'] as const;
export type Device = (typeof DEVICES)[number];

export { EMAIL_STATUSES, type EmailStatus } from '#libs/core/app-events';
