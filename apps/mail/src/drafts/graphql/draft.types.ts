import { ArgsType, ObjectType } from '@nestjs/graphql';
import { byTime, connectionOf, ListOrders } from '#libs/core/graphql';
import { OfMailbox } from '../../mailboxes/graphql/mailbox-argument.js';
import type { WholeDraft } from '../draft.repository.js';
import { DraftSummaryObject } from '../draft.dto.js';

const drafts = connectionOf('MailDraft', DraftSummaryObject, {
  max: 200,
  position: ({ draft }) => [draft.updatedAt, draft.messageId],
  filters: OfMailbox,
  orders: new ListOrders('MailDraftSort', byTime({ key: 'updatedAt', type: 'time' }, 'messageId')),
  row: ({ draft }: Pick<WholeDraft, 'draft'>) => draft,
  counted: true,
});

@ArgsType()
export class DraftConnectionArgs extends drafts.Args {}

@ObjectType('MailDraftConnection')
export class DraftConnection extends drafts.Connection {}
