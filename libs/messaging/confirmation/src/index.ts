/** Double opt-in: mails that ask for a confirmation, their links, limits and pages. */

export { ConfirmationAsker, type ConfirmationJob } from './confirmation-asker.js';
export { ConfirmationDialog, type ConfirmationSubject, type Presentation } from './confirmation-dialog.js';
export { ConfirmationLimits, type ConfirmationAddressee } from './confirmation-limits.js';
export { confirmationNotice, type ConfirmationMailParts } from './confirmation-mail.js';
export { buttonForm, confirmationPage, sendConfirmationPage, type ConfirmationPage } from './confirmation-pages.js';
export { proofOf, type Proof } from './proof.js';
export {
  ASKED_AGAIN_AFTER_MS,
  ASKS_MAX,
  askAgainRefusal,
  CONFIRMATION_LINK_DAYS,
  CONFIRMATION_LINK_MS,
  isExpired,
  linkExpiresAt,
  type AskAgainRefusal,
  type AskedAgain,
} from './rules.js';
export { SealedLinks, type OpenedLink } from './sealed-links.js';
export { CONFIRMATION_WORDS, type ConfirmationWords, type OwnWords } from './words.js';
