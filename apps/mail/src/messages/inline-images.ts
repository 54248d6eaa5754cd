import { pictureKey } from '#libs/mail/mime';
import type { MailMessage } from './mail-message.entity.js';
import type { MessageAttachment } from './message-attachment.entity.js';

/** The addresses of the images that come with a message, by the `pictureKey` of what the HTML calls them. Nothing infected is among them. */
export function inlineImages(
  { mailboxId, id }: Pick<MailMessage, 'mailboxId' | 'id'>,
  attachments: readonly MessageAttachment[],
): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { id: attachmentId, contentId, contentType, scanVerdict } of attachments) {
    if (contentId === null || scanVerdict === 'infected' || !contentType.startsWith('image/')) continue;
    addresses.set(pictureKey(contentId), `/mailboxes/${mailboxId}/messages/${id}/attachments/${attachmentId}`);
  }
  return addresses;
}
