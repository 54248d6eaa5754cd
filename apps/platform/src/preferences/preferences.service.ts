import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { CredentialReader } from '#libs/auth';
import { parseMailbox, plainName } from '#libs/email';
import { Database, type TenantId } from '#libs/persistence';
import { BrandRepository } from '../brand/brand.repository.js';
import { emailKey } from '../contacts/contact.js';
import { ConsentNotice } from '../crm-events/consent-notice.entity.js';
import { canBeSuppressed, type KnownMessage } from '../feedback/known-message.js';
import { KnownMessageRepository } from '../feedback/known-message.repository.js';
import type { MessageRef } from '../feedback/return-path.js';
    private readonly erased: ErasedAddresses,
