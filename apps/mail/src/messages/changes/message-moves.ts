import type { FolderKind } from '../../folders/folder-values.js';
import type { MailMessage } from '../mail-message.entity.js';

/** Why users may not move a message from one folder to another; null if they may. */
export function whyUnmovable({ origin }: Pick<MailMessage, 'origin'>, from: FolderKind, to: FolderKind): string | null {
  if (from === 'quarantine') return 'A message leaves the quarantine by its release';
  if (to === 'quarantine') return 'No message is moved into quarantine by hand';
  if (origin === 'draft' && to !== 'drafts' && to !== 'trash') return 'A draft moves to the trash only';
  if (origin !== 'draft' && to === 'drafts') return 'Only drafts are in the folder of drafts';
  return null;
}

/** Whether what lies in a folder may be deleted for good. */
export const isDeletable = (kind: FolderKind): boolean => ['trash', 'spam', 'quarantine'].includes(kind);
