export { mailboxOf } from './mailbox.js';
export { ItemCollector } from './item-collector.js';
export { SUBJECT_DATA_PATH, type Subject, type SubjectData, type SubjectItem } from './subject-data.js';
export { SubjectDataClient, type SubjectDataClientOptions } from './subject-data-client.js';
export { ITEMS_MAX, SubjectDataRequest } from './subject-data.request.js';
