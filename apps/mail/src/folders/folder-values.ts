/** The folders that every mailbox has, in the order of a list. Quarantine is none that a message is moved to by hand. */
export const SYSTEM_FOLDERS = ['inbox', 'sent', 'drafts', 'archive', 'spam', 'trash', 'quarantine'] as const;
export type SystemFolder = (typeof SYSTEM_FOLDERS)[number];
export type FolderKind = SystemFolder | 'custom';
