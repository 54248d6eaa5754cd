export * from './event-types.js';
export * from './crm-events.js';
