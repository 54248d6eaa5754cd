import { Module } from '@nestjs/common';
import { SuspendedTenants } from '../sites/suspended-tenants.js';
import { MediaCache } from './media-cache.js';
import { MediaController } from './media.controller.js';

/** The pictures of pages, for visitors. */
@Module({ controllers: [MediaController], providers: [MediaCache, SuspendedTenants] })
export class MediaModule {}
