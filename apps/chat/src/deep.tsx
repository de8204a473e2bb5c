export default function Deep() { return <b>deep chat</b>; }
