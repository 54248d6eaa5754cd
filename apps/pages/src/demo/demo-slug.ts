/** Path of the demo page on the shared host, without the leading slash. */
export const DEMO_SLUG = 'demo';
