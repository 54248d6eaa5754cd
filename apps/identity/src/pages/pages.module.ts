import { Module } from '@nestjs/common';
import { AddressLimit } from './address-limit.js';

/** What identity's HTML pages share. */
@Module({ providers: [AddressLimit], exports: [AddressLimit] })
export class PagesModule {}
