import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | readonly Cbor[];

function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 0x1_00) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 0xff]);
}

/** Encodes what authenticators send as CBOR. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(encode)]);
  return Buffer.concat([head(4, value.length), ...value.map(encode)]);
}

/** Deviations of an attacker, or of a broken device. */
export interface Deviation {
  /** Of the page that calls the authenticator. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  userHandle?: string;
  /** Changes one bit of the signature. */
  flipSignature?: boolean;
  /** COSE algorithm of the key: ES256 by default; ES384 is -35. */
  algorithm?: -7 | -35;
  /** Format and statement of an attestation. */
  attestation?: { format: string; statement: Map<string, Cbor> };
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

interface Credential {
  id: Buffer;
  key: KeyObject;
  rpId: string;
  userHandle: string;
  counter: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

/** An authenticator with one passkey, as browser and device together act for a page. */
export class SoftwareAuthenticator {
  readonly origin: string;
  credential: Credential | undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  #clientData(
    type: string,
    challenge: string,
    { origin = this.origin, ...other }: Deviation,
  ): string {
    return JSON.stringify({
      type: other.type ?? type,
      challenge: other.challenge ?? challenge,
      origin,
      crossOrigin: false,
    });
  }

  #authenticatorData(rpId: string, counter: number, deviation: Deviation, key?: Buffer): Buffer {
    const { userVerified = true, userPresent = true } = deviation;
    const flags =
      (userPresent ? PRESENT : 0) |
      (userVerified ? VERIFIED : 0) |
      BACKUP_ELIGIBLE |
      BACKED_UP |
      (key ? HAS_KEY : 0);
    const fields = Buffer.alloc(5);
    fields.writeUInt8(flags, 0);
    fields.writeUInt32BE(deviation.counter ?? counter, 1);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), fields, key ?? Buffer.alloc(0)]);
  }

  /** Creates a passkey, as `navigator.credentials.create()` returns it. */
  create(options: CreationOptions, deviation: Deviation = {}) {
    const { algorithm = -7 } = deviation;
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: algorithm === -7 ? 'P-256' : 'P-384',
    });
    const rpId = options.rp.id ?? '';
    const userHandle = options.user.id;
    this.credential = { id: randomBytes(16), key: privateKey, rpId, userHandle, counter: 0 };
    return this.attest(options, deviation);
  }

  /** Returns the passkey for another challenge, as if it was created for that one. */
  attest(options: CreationOptions, deviation: Deviation = {}) {
    const { credential } = this;
    if (!credential) throw new Error('no passkey was created');
    const { algorithm = -7, attestation } = deviation;
    const { id, key, rpId } = credential;
    const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
    const cose = new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, algorithm === -7 ? 1 : 2],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      encode(cose),
    ]);
    const attestationObject = encode(
      new Map<string, Cbor>([
        ['fmt', attestation?.format ?? 'none'],
        ['attStmt', attestation?.statement ?? new Map<string, Cbor>()],
        ['authData', this.#authenticatorData(rpId, 0, deviation, attested)],
      ]),
    );
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(
          this.#clientData('webauthn.create', options.challenge, deviation),
        ),
        attestationObject: base64url(attestationObject),
        transports: ['internal' as const],
      },
    };
  }

  /** Signs a challenge, as `navigator.credentials.get()` returns it. */
  get(options: RequestOptions, deviation: Deviation = {}) {
    const { credential } = this;
    if (!credential) throw new Error('no passkey was created');
    credential.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const data = this.#authenticatorData(credential.rpId, credential.counter, deviation);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), credential.key);
    if (deviation.flipSignature)
      signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
    return {
      id: base64url(credential.id),
      rawId: base64url(credential.id),
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviation.userHandle ?? credential.userHandle,
      },
    };
  }
}
