/** Language of the account that an address belongs to. Parameters: the address. */
export const FIND_LANGUAGE = `
  select coalesce(u.chosen_language, u.language) as language from email_address a join user_account u on u.id = a.user_id where a.email = $1`;
