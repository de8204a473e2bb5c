import { Navigate } from '@homie/composition';
import { toast } from '@homie/ui';
import { useEffect, useRef } from 'react';

/** Says that the link is worth nothing and leads to where a new one can be asked for. */
export function InvalidLink() {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    toast.error({
      title: 'Invalid reset link',
      description: 'This password reset link is invalid or has expired.',
    });
  }, []);
  return <Navigate to="/auth/sign-in" replace />;
}
