import { AuthProvider, type Auth } from '@homie/auth';
import { SignInCard } from '../apps/shell/src/features/sign-in/sign-in-screen.tsx';
import { renderStatic } from '../libs/ui/src/theme/render-static.tsx';

// Only event handlers use it.
const auth = {} as Auth;
const ignore = () => undefined;

/** Renders the sign-in screen to HTML and CSS. */
export function renderSignIn(productName: string): { html: string; css: string } {
  return renderStatic(
    <AuthProvider value={auth}>
      <SignInCard
        productName={productName}
        // Those of the demo data; hidden where there are none.
        demo={['admin@', 'office@', 'worker@']}
        providers={[]}
        passkeys
        magicLink={false}
        returnState={null}
        tab="sign-in"
        initialEmail=""
        onSignIn={ignore}
        onTabChange={ignore}
        onEmailChange={ignore}
      />
    </AuthProvider>,
  );
}
