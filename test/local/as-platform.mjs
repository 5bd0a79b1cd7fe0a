// Preloaded by its path: the process seems to run on the platform of AS_PLATFORM. sharp has only this machine's library.
import 'sharp';

Object.defineProperty(process, 'platform', { value: process.env.AS_PLATFORM });
