import { invalidField, type Problem } from '#libs/core/http';

export const unknownTopic = (): Problem => invalidField('InvalidParameter', 'TopicId', 'is no topic of this account');
