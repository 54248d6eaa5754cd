import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { EncryptionConfig } from '#libs/config';
import { KeyRing, SecretBox } from '#libs/secrets';

/** The configuration, to be injected by its class, and the {@link SecretBox} that its keys make. */
@Module({})
export class SettingsModule {
  static forRoot(config: EncryptionConfig): DynamicModule {
    const settings = { provide: config.constructor as Type, useValue: config };
    const box = { provide: SecretBox, useFactory: () => new SecretBox(KeyRing.fromConfig(config.encryptionKeys)) };
    return { module: SettingsModule, global: true, providers: [settings, box], exports: [settings, box] };
  }
}
