import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { OfMailbox } from '../../mailboxes/graphql/mailbox-argument.js';
import { DraftSummaryObject } from '../draft.dto.js';

const drafts = connectionOf('MailDraft', DraftSummaryObject, {
  max: 200,
  position: ({ draft }) => [draft.updatedAt, draft.messageId],
  filters: OfMailbox,
});

@ArgsType()
export class DraftConnectionArgs extends drafts.Args {}

@ObjectType('MailDraftConnection')
export class DraftConnection extends drafts.Connection {}
