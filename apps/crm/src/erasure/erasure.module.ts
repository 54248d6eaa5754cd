import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ContactErasers } from './contact-erasers.js';

/** Runs what all features erase of a contact. Decisions about it are made in `ErasureRequestsModule` and by the retention. */
@Module({ imports: [DiscoveryModule], providers: [ContactErasers], exports: [ContactErasers] })
export class ErasureModule {}
