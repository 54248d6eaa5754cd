import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { EncryptionConfig } from '#libs/core/config';
import { KeyRing, SecretBox } from '#libs/core/secrets';

/** The configuration, to be injected by its class or a base class of it, and the {@link SecretBox} that its keys make. */
@Module({})
export class SettingsModule {
  static forRoot(config: EncryptionConfig): DynamicModule {
    const settings = classesOf(config).map((provide) => ({ provide, useValue: config }));
    const box = { provide: SecretBox, useFactory: () => new SecretBox(KeyRing.fromConfig(config.encryptionKeys)) };
    return { module: SettingsModule, global: true, providers: [...settings, box], exports: [...settings, box] };
  }
}

/** The class of an object and its base classes. */
function classesOf(value: object): Type[] {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype) return [];
  return [prototype.constructor as Type, ...classesOf(prototype)];
}
