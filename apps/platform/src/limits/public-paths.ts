/** Beginnings of paths whose calls are limited by IP address. */
export const AUTH_PATH = '/api/auth/';
export const SITE_PATH = '/push/site/';
export const VISITOR_PATH = '/t/';

/** The path of the callback of HTTP carriers. */
export const SMS_CALLBACK_PATH = '/callbacks/sms';
