export default function Deep() { return <b>deep admin</b>; }
