import type { ServerEvent } from '#libs/core/http';
import type { LiveCount, LiveMessage } from './live-reading.sql.js';
import type { MailboxChange } from '../mailbox-changes/mailbox-change.js';

/** Everything may have changed. */
export const MAILBOX_CHANGED: ServerEvent = { event: 'mailbox.changed', data: {} };

const FOLDERS_CHANGED: ServerEvent = { event: 'folders.changed', data: {} };
const LABELS_CHANGED: ServerEvent = { event: 'labels.changed', data: {} };

/** The events of a change. Of a message they tell what it is now; `messages` has those that are still there. */
export function eventsOf(change: MailboxChange, messages: readonly LiveMessage[]): ServerEvent[] {
  const found = new Map(messages.map((message) => [message.id, message]));
  const ofMessages = [...change.messages].flatMap(([id, what]): ServerEvent[] => {
    if (what === 'deleted') return [{ event: 'message.deleted', data: { id } }];
    const message = found.get(id);
    return message ? [{ event: `message.${what}`, data: messageData(message) }] : [];
  });
  return [
    ...ofMessages,
    ...(change.folders ? [FOLDERS_CHANGED] : []),
    ...(change.labels ? [LABELS_CHANGED] : []),
    ...(change.isLarge ? [MAILBOX_CHANGED] : []),
  ];
}

const messageData = ({ id, folderId, threadId, isRead, isStarred, labelIds }: LiveMessage) => ({
  id,
  folder_id: folderId,
  thread_id: threadId,
  lida: isRead,
  favorita: isStarred,
  label_ids: labelIds,
});

/** The event of counts; none if there are none. */
export function countsEvents(counts: readonly LiveCount[]): ServerEvent[] {
  if (counts.length === 0) return [];
  const listed = (kind: LiveCount['of']) =>
    counts.filter(({ of }) => of === kind).map(({ id, total, unread }) => ({ id, total, unread }));
  return [{ event: 'counts', data: { folders: listed('folder'), labels: listed('label') } }];
}
