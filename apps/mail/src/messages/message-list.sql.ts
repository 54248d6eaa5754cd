/**
 * Selects folders by their kinds. It names nothing of the message, so that it is read once, and the page in the order of an
 * index.
 */
export const FOLDERS_OF_KINDS = `
  select folder.id from folder
   where folder.tenant_id = :tenant and folder.mailbox_id = :mailbox and folder.kind = any (:kinds)`;

/** Joins the label. It compares the time as well, so that a page is read in the order of the label's index. */
export const LABELLED = `
  labelled.tenant_id = m.tenant_id and labelled.message_id = m.id and labelled.sorted_at = m.sorted_at
  and labelled.label_id = :label`;
