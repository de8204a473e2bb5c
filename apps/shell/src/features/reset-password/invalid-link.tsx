import { Navigate } from '@homie/composition';
import { toast } from '@homie/ui';
import { useEffect, useRef } from 'react';

/** Reports that the link is invalid and redirects to sign-in, where the user can request a new one. */
export function InvalidLink() {
  const announced = useRef(false);
  useEffect(() => {
    if (announced.current) return;
    announced.current = true;
    toast.error({
      title: 'Invalid reset link',
      description: 'This password reset link is invalid or has expired.',
    });
  }, []);
  return <Navigate to="/auth/sign-in" replace />;
}
