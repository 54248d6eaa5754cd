/** Mails of the product itself: layout, languages, sending. */

export { noticeHtml, noticeText } from './notice-layout.js';
export { ENGLISH_LOOK, NOTICE_LOOKS, type Notice, type NoticeLook, type NoticeRow } from './notice.js';
export { NOTICE_DROPPED_AFTER_MS, noticeRetry, NoticeSender, type NoticeIdentity } from './notice-sender.js';
export { plainName } from './plain-name.js';
