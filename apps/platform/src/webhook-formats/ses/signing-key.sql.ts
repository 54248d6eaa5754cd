export const FIND_SIGNING_KEY = `select private_key as "privateKey", certificate from webhook_signing_key`;

/** Parameters: sealed key, certificate. The first one that is made stays. */
export const INSERT_SIGNING_KEY = `
  insert into webhook_signing_key (private_key, certificate) values ($1, $2) on conflict do nothing`;
