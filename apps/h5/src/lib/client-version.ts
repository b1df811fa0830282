/** Version of this build, four single digits, from `VITE_CLIENT_VERSION`. */
export const clientVersion: string = import.meta.env.VITE_CLIENT_VERSION ?? '1.0.0.0';
