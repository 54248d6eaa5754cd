/** The folders that every mailbox has, in the order of a list. Quarantine is none that a message is moved to by hand. */
export const SYSTEM_FOLDERS = ['inbox', 'sent', 'drafts', 'archive', 'spam', 'trash', 'quarantine'] as const;
export type SystemFolder = (typeof SYSTEM_FOLDERS)[number];
export type FolderKind = SystemFolder | 'custom';

/** Folders that the users of a mailbox made. */
export const MAX_CUSTOM_FOLDERS = 200;

/** Names of the system folders in searches. */
const SEARCHED_AS = ['entrada', 'arquivo', 'enviados', 'rascunhos', 'lixeira', 'quarentena', 'todas'];
const RESERVED = new Set<string>([...SYSTEM_FOLDERS, ...SEARCHED_AS]);

/** Whether a search by this name, or a list, would mean a system folder. */
export const isReservedName = (name: string): boolean => RESERVED.has(name.toLowerCase());
