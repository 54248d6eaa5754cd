/** Header in which clients of Postmark send their key. */
export const TOKEN = 'x-postmark-server-token';
