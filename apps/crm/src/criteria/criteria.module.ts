import { Module } from '@nestjs/common';
import { ContactCriteria } from './contact-criteria.js';

@Module({ providers: [ContactCriteria], exports: [ContactCriteria] })
export class CriteriaModule {}
