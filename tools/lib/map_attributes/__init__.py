"""What attributes a map has to have, from OpenStreetMap alone (tools/check map-attributes)."""
