import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { OfMailbox } from '../../mailboxes/graphql/mailbox-argument.js';
import { MessageImportObject } from '../import.dto.js';

const imports = connectionOf('MailImport', MessageImportObject, {
  max: 100,
  position: ({ id }) => [id],
  filters: OfMailbox,
  orders: new ListOrders('MailImportSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class MessageImportConnectionArgs extends imports.Args {}

@ObjectType('MailImportConnection')
export class MessageImportConnection extends imports.Connection {}
