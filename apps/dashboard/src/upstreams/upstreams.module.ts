import { Module } from '@nestjs/common';
import { Upstreams } from './upstreams.js';

/** The GraphQL of the apps, for all that ask them. */
@Module({ providers: [Upstreams], exports: [Upstreams] })
export class UpstreamsModule {}
