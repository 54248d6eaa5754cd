import { Module } from '@nestjs/common';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { ReceivingModule } from '../receiving/receiving.module.js';
import { VacationModule } from '../vacation/vacation.module.js';
import { MailboxRules } from './mailbox-rules.js';

/** Runs filters, labels, forwarding and automatic replies on mail that mailboxes receive. */
@Module({ imports: [ForwardingModule, LabelsModule, ReceivingModule, VacationModule], providers: [MailboxRules] })
export class MailboxRulesModule {}
