import { invalidField, type Problem } from '#libs/http';

export const unknownTopic = (): Problem => invalidField('InvalidParameter', 'TopicId', 'is no topic of this account');
