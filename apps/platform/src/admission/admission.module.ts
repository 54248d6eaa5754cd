import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { AdmissionRepository } from './admission.repository.js';
import { BlockedMail } from './blocked-mail.js';

@Module({
  providers: [Admission, AdmissionRepository, BlockedMail],
  exports: [Admission, AdmissionRepository, BlockedMail],
})
export class AdmissionModule {}
