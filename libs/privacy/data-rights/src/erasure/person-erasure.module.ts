import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PersonErasers } from './person-erasers.js';

/** Finds what erases a person in an app. */
@Module({ imports: [DiscoveryModule], providers: [PersonErasers], exports: [PersonErasers] })
export class PersonErasureModule {}
