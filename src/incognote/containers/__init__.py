"""Tables, FHIR, HL7 and other files that hold notes among much else, which stays as it is."""
