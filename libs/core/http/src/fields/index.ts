export * from './body-fields.js';
export { isDate, isE164, isEmailAddress, isPublicId, isTimestamp, isTimeZone, isUuid } from './formats.js';
export { pageQuery, type PageQuery } from './page-query.js';
export { MayBeAbsent, MayBeNull } from './presence.js';
export { answerOf, type PropertiesFor, type PropertiesOf, propertiesOf } from './properties.js';
export * from './query-fields.js';
export { rule } from './rule.js';
export { NullIsAbsent } from './null-is-absent.js';
