/** Where the demo page answers on the shared host. */
export const DEMO_SLUG = 'demo';
